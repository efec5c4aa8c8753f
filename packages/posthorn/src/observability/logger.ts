/** The log: JSON lines without passwords, credentials, mail addresses and contents of mail. */
import pino from 'pino';
import { redact } from './redact.ts';

export type Logger = pino.Logger;

/** What is logged, and to which stream. */
export interface LoggerOptions {
  readonly level: pino.LevelWithSilent;
  /** The installation's environment (`APP_ENV`), on every line. */
  readonly environment: string;
  /** Where lines go; standard output by default. */
  readonly destination?: pino.DestinationStream;
}

/** What is logged of a request. Anything else of it may hold credentials or mail. */
interface RequestLike {
  readonly method?: string;
  readonly url?: string;
  readonly ip?: string;
}

interface ResponseLike {
  readonly statusCode?: number;
}

/**
 * A logger whose lines are safe to keep: all fields, bindings and messages are redacted. Times are ISO 8601.
 * Pass what belongs to a line as fields of the first argument.
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

/** Requests do not wait for their lines. The remaining lines are written when the process ends. */
function standardOutput(): pino.DestinationStream {
  return pino.destination({ dest: 1, sync: false });
}

/** The formatter for fields does not see what a child logger is bound to. Children of children inherit this. */
function withRedactedChildren(logger: Logger): Logger {
  const { child } = logger;
  logger.child = function (this: Logger, bindings: pino.Bindings, options) {
    return child.call(this, redactFields(bindings), options);
  } as typeof child;
  return logger;
}

/** Fields with a serializer go to it untouched: it picks from objects that are too large to copy. */
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
