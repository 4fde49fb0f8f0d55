// Healthy means ready: the process has found what it needs. What of it is away now, `/health/status` tells.
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/ready`).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
