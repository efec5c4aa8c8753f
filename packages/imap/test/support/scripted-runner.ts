/** A command runner without a socket: formats commands, compares them with a script, and reads the script's answers. */
import assert from 'node:assert/strict';
import type {
  Command,
  CommandRunner,
  RunningCommand,
  SelectedMailbox,
} from '../../src/connection/command.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import type {
  ContinuationRequest,
  Response,
  TaggedResponse,
  UntaggedResponse,
} from '../../src/responses/response.ts';
import { ResponseReader } from '../../src/responses/response-reader.ts';
import { DEFAULT_BOUNDS } from '../../src/wire/bounds.ts';

/** What the client must send next, and what the server then says; lines end in LF, which stands for CRLF. */
export interface ScriptStep {
  readonly client: string;
  readonly server: string | Buffer;
}

/** As a socket gives them. */
const CHUNK_OCTETS = 64 * 1024;

interface InFlight {
  readonly command: Command;
  readonly exchange: RunningCommand;
  readonly settle: (response: TaggedResponse) => void;
  readonly fail: (error: unknown) => void;
  rejection: Error | undefined;
  hasAborted: boolean;
}

/** Runs one command at a time. The tags are A1, A2 and so on. */
export class ScriptedRunner implements CommandRunner {
  readonly bounds = DEFAULT_BOUNDS;
  readonly capabilities: ReadonlySet<string>;
  readonly enabled = new Set<string>();
  readonly isEncrypted: boolean;
  selected: SelectedMailbox | null = null;
  /** Commands as they were passed to `run`. */
  readonly commands: Command[] = [];
  /** Untagged responses that no command took. */
  readonly heard: UntaggedResponse[] = [];
  readonly #script: ScriptStep[];
  readonly #reader: ResponseReader;
  #sent = '';
  #tags = 0;
  #inFlight: InFlight | undefined;

  constructor(
    script: readonly ScriptStep[],
    {
      capabilities = [],
      isEncrypted = true,
    }: { capabilities?: readonly string[]; isEncrypted?: boolean } = {},
  ) {
    this.#script = [...script];
    this.capabilities = new Set(capabilities);
    this.isEncrypted = isEncrypted;
    this.#reader = new ResponseReader({
      bounds: this.bounds,
      onResponse: (response) => this.#receive(response),
      claimLiteral: (literal) => this.#inFlight?.command.onLiteral?.(literal),
    });
    this.#reader.isAuthenticated = true;
  }

  /** How many steps were not reached. */
  get remainingSteps(): number {
    return this.#script.length;
  }

  async run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    signal.throwIfAborted();
    this.commands.push(command);
    this.#tags += 1;
    const tag = `A${this.#tags}`;
    const text = await formatted(command);
    const over = new AbortController();
    try {
      return await new Promise<TaggedResponse>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal });
        this.#inFlight = {
          command,
          settle: resolve,
          fail: reject,
          rejection: undefined,
          hasAborted: false,
          exchange: {
            tag,
            sendLine: (line) => this.#send(`${line}\n`),
            reject: (error) => {
              if (this.#inFlight) this.#inFlight.rejection ??= error;
            },
          },
        };
        this.#send(`${tag} ${text}\n`);
      });
    } finally {
      over.abort();
      this.#inFlight = undefined;
    }
  }

  #send(text: string): void {
    this.#sent += text;
    const [step] = this.#script;
    if (step && step.client !== this.#sent && step.client.startsWith(this.#sent)) return;
    try {
      assert.equal(this.#sent, step?.client);
    } catch (error) {
      this.#inFlight?.fail(error);
      return;
    }
    this.#script.shift();
    this.#sent = '';
    const { server = '' } = step ?? {};
    queueMicrotask(() => this.#push(server));
  }

  #push(server: string | Buffer): void {
    const octets = Buffer.isBuffer(server) ? server : toOctets(server);
    try {
      for (let start = 0; start < octets.length; start += CHUNK_OCTETS) {
        this.#reader.push(octets.subarray(start, start + CHUNK_OCTETS));
      }
    } catch (error) {
      this.#inFlight?.fail(error);
    }
  }

  #receive(response: Response): void {
    const inFlight = this.#inFlight;
    if (response.kind === 'continuation') {
      if (inFlight) void this.#answer(inFlight, response);
    } else if (response.kind !== 'tagged') {
      if (!inFlight?.command.onResponse?.(response, inFlight.exchange)) this.heard.push(response);
    } else if (inFlight) {
      assert.equal(response.tag, inFlight.exchange.tag);
      if (response.status === 'OK') inFlight.command.onOk?.(response);
      if (inFlight.rejection) inFlight.fail(inFlight.rejection);
      else if (response.status === 'OK') inFlight.settle(response);
      else inFlight.fail(refusal(inFlight.command, response));
    }
  }

  async #answer(inFlight: InFlight, request: ContinuationRequest): Promise<void> {
    const { command, exchange, fail } = inFlight;
    if (!command.onContinuation || inFlight.hasAborted)
      return fail(new ProtocolViolation('Nobody waits for +.'));
    try {
      exchange.sendLine(await command.onContinuation(request));
    } catch (error) {
      if (command.abortLine === undefined) return fail(error);
      inFlight.hasAborted = true;
      exchange.reject(error as Error);
      exchange.sendLine(command.abortLine);
    }
  }
}

/** The octets that stand for the text of a script. */
export function toOctets(text: string): Buffer {
  return Buffer.from(text.replaceAll('\n', '\r\n'));
}

function refusal({ name }: Command, { status, code, text }: TaggedResponse): CommandRefused {
  assert.notEqual(status, 'OK');
  return new CommandRefused({ command: name, status: status === 'NO' ? 'NO' : 'BAD', code, text });
}

/** Literals follow their announcement as UTF-8, and their octets need no continuation. */
async function formatted({ parts }: Command): Promise<string> {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      const octets = part.literal instanceof Uint8Array ? [part.literal] : part.literal.read();
      const chunks: Uint8Array[] = [];
      for await (const chunk of octets) chunks.push(chunk);
      text += `${part.isBinary ? '~' : ''}{${part.literal.length}}\n${Buffer.concat(chunks)}`;
    }
  }
  return text;
}
