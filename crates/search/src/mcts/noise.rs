//! Noise on the priors of the root, for games that are played to learn from: without it a search would never try what
//! its priors think nothing of, and they would never learn better (Silver et al., 2017).

use quevedo_core::Rng;

use super::settings::Noise;
use super::tree::Node;

/// Mixes the priors with shares drawn from a Dirichlet distribution.
pub(super) fn stir<M>(children: &mut [Node<M>], noise: Noise, rng: &mut Rng) {
    let alpha = noise.concentration / children.len().max(1) as f64;
    let draws: Vec<f64> = children.iter().map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = draws.iter().sum();
    if sum <= 0.0 {
        return;
    }
    for (child, draw) in children.iter_mut().zip(draws) {
        child.prior = ((1.0 - noise.share) * f64::from(child.prior) + noise.share * draw / sum) as f32;
    }
}

/// A draw from the gamma distribution with this shape and scale 1 (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * (1.0 - rng.f64()).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        // One draw in (0, 1]: its logarithm is finite.
        if v > 0.0 && (1.0 - rng.f64()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution (Box and Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * (1.0 - rng.f64()).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos()
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::super::settings::Noise;
    use super::super::tree::Node;
    use super::{gamma, stir};

    #[test]
    fn gamma_has_its_mean_and_variance() {
        let mut rng = Rng::with_seed(1);
        for shape in [0.1, 0.7, 1.0, 3.5] {
            let draws: Vec<f64> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            assert!((mean / shape - 1.0).abs() < 0.05, "the mean is {mean}, not {shape}");
            assert!((variance / shape - 1.0).abs() < 0.15, "the variance is {variance}, not {shape}");
        }
    }

    #[test]
    fn stirred_priors_still_add_up() {
        let mut children: Vec<Node<u8>> = (0..30).map(Node::new).collect();
        children[0].prior = 1.0;
        let noise = Noise { share: 0.25, concentration: 10.0 };
        stir(&mut children, noise, &mut Rng::with_seed(2));
        let sum: f32 = children.iter().map(|child| child.prior).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        assert!(children[0].prior >= 0.75 && children[1..].iter().any(|child| child.prior > 0.01));
    }
}
