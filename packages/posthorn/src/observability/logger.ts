import pino from 'pino';
import { redact } from './redact.ts';

export type Logger = pino.Logger;

/** The log's level and target. */
export interface LoggerOptions {
  readonly level: pino.LevelWithSilent;
  /** `APP_ENV`. */
  readonly environment: string;
  /** Default: standard output. */
  readonly destination?: pino.DestinationStream;
}

/** Other members may contain credentials or mail. */
interface RequestLike {
  readonly method?: string;
  readonly url?: string;
  readonly ip?: string;
}

interface ResponseLike {
  readonly statusCode?: number;
}

/**
 * A JSON logger that redacts fields, bindings and messages: no passwords, credentials, mail addresses or
 * contents. Times are ISO 8601. Pass data as fields of the first argument.
 */
export function createLogger({ level, environment, destination }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { environment },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: redactFields },
    serializers: { req: describeRequest, res: describeResponse, err: redact, error: redact, msg: redact },
    hooks: {
      logMethod([first, ...rest], method) {
        method.apply(this, [first, ...rest.map(redact)] as Parameters<pino.LogFn>);
      },
    },
  };
  return withRedactedChildren(pino(options, destination ?? standardOutput()));
}

/** Octets that processes write to one pipe without mixing their lines (`PIPE_BUF`). */
const MAX_WRITE = 4_096;
/** Kept for a reader that has stopped; later lines are dropped. */
const MAX_KEPT = 16 * 1024 * 1024;
const FLUSH_MS = 200;
/** For a reader that has stopped. */
const EXIT_WAIT_MS = 1_000;

/** Exits after the log's last line: at a bare exit, a write under way would come after later lines, or never. */
export function exitAfterLog(logger: Logger, code: number): void {
  const exit = (): never => process.exit(code);
  setTimeout(exit, EXIT_WAIT_MS);
  logger.flush(exit);
}

/** Asynchronous, several lines at a time, since each write costs as much as a line; flushed at exit. */
function standardOutput(): pino.DestinationStream {
  return pino.destination({
    ...{ dest: 1, sync: false, minLength: MAX_WRITE - 1, maxWrite: MAX_WRITE },
    ...{ maxLength: MAX_KEPT, periodicFlush: FLUSH_MS },
  });
}

/** Formatters ignore child bindings. Grandchildren inherit this. */
function withRedactedChildren(logger: Logger): Logger {
  const { child } = logger;
  logger.child = function (this: Logger, bindings: pino.Bindings, options) {
    return child.call(this, redactFields(bindings), options);
  } as typeof child;
  return logger;
}

/** Serializers get these uncopied: they may be large. */
function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  const { req, res, ...others } = fields;
  const redacted = redact(others) as Record<string, unknown>;
  return { ...(req !== undefined && { req }), ...(res !== undefined && { res }), ...redacted };
}

function describeRequest({ method, url, ip }: RequestLike): unknown {
  return redact({ method, url, ip });
}

function describeResponse({ statusCode }: ResponseLike): unknown {
  return { statusCode };
}
