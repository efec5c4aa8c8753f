/** Exit code 0 when the Posthorn on this machine takes requests; for the HEALTHCHECK of a container. */
const TIMEOUT_MS = 4_000;

const url = `http://127.0.0.1:${process.env.PORT ?? 8025}/health/ready`;
try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
