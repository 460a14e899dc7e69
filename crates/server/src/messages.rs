//! Every refusal of the server, in both languages.

quevedo_core::messages! {
    pub(crate) table:
    at_most(max): "at most {max} on a server", "{max} como máximo en un servidor";
    spec_length(max): "a player of at most {max} letters", "un jugador de {max} letras como máximo";
    no_files(): "files are for the command line only", "los ficheros son solo para la línea de órdenes";
}
