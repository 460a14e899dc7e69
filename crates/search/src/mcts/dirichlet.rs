//! Dirichlet noise on the priors of the root, for self-play: it makes the search try moves of low prior, so that
//! training can correct them (Silver et al., 2017).

use quevedo_core::Rng;

use super::settings::DirichletNoise;
use super::tree::Node;

/// Mixes the priors with a sample of a symmetric Dirichlet distribution.
pub(super) fn add_dirichlet_noise<M>(children: &mut [Node<M>], noise: DirichletNoise, rng: &mut Rng) {
    let alpha = noise.concentration / children.len().max(1) as f64;
    let samples: Vec<f64> = children.iter().map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = samples.iter().sum();
    if sum <= 0.0 {
        return;
    }
    for (child, sample) in children.iter_mut().zip(samples) {
        child.prior = ((1.0 - noise.share) * f64::from(child.prior) + noise.share * sample / sum) as f32;
    }
}

/// A sample of the gamma distribution with this shape and scale 1 (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * (1.0 - rng.f64()).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        // A uniform sample in (0, 1]: its logarithm is finite.
        if v > 0.0 && (1.0 - rng.f64()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A sample of the standard normal distribution (Box and Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * (1.0 - rng.f64()).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos()
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::super::settings::DirichletNoise;
    use super::super::tree::Node;
    use super::{add_dirichlet_noise, gamma};

    #[test]
    fn gamma_samples_have_the_right_mean_and_variance() {
        let mut rng = Rng::with_seed(1);
        for shape in [0.1, 0.7, 1.0, 3.5] {
            let samples: Vec<f64> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = samples.iter().sum::<f64>() / samples.len() as f64;
            let variance = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / samples.len() as f64;
            assert!((mean / shape - 1.0).abs() < 0.05, "mean {mean}, expected {shape}");
            assert!((variance / shape - 1.0).abs() < 0.15, "variance {variance}, expected {shape}");
        }
    }

    #[test]
    fn noisy_priors_still_sum_to_one() {
        let mut children: Vec<Node<u8>> = (0..30).map(Node::new).collect();
        children[0].prior = 1.0;
        let noise = DirichletNoise { share: 0.25, concentration: 10.0 };
        add_dirichlet_noise(&mut children, noise, &mut Rng::with_seed(2));
        let sum: f32 = children.iter().map(|child| child.prior).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        assert!(children[0].prior >= 0.75 && children[1..].iter().any(|child| child.prior > 0.01));
    }
}
