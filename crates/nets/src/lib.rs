//! Learned evaluators: weight files, and what judges positions by them. Nothing is trained here.
