import type { Command, CommandRunner, RunningCommand, SelectedMailbox } from '../connection/command.ts';
import type { TaggedResponse, UntaggedResponse } from '../responses/response.ts';

/** In the server's unit; null if unknown. */
export interface Progress {
  readonly command: string;
  readonly done: number | null;
  readonly goal: number | null;
}

/** A runner that reports progress (INPROGRESS, RFC 9585). `onProgress` must not throw. */
export function withProgress(runner: CommandRunner, onProgress: (progress: Progress) => void): CommandRunner {
  return new ReportingRunner(runner, onProgress);
}

class ReportingRunner implements CommandRunner {
  readonly #runner: CommandRunner;
  readonly #onProgress: (progress: Progress) => void;

  constructor(runner: CommandRunner, onProgress: (progress: Progress) => void) {
    this.#runner = runner;
    this.#onProgress = onProgress;
  }

  get capabilities(): ReadonlySet<string> {
    return this.#runner.capabilities;
  }

  get enabled(): ReadonlySet<string> {
    return this.#runner.enabled;
  }

  get bounds(): CommandRunner['bounds'] {
    return this.#runner.bounds;
  }

  get isEncrypted(): boolean {
    return this.#runner.isEncrypted;
  }

  get selected(): SelectedMailbox | null {
    return this.#runner.selected;
  }

  set selected(mailbox: SelectedMailbox | null) {
    this.#runner.selected = mailbox;
  }

  run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    return this.#runner.run(reporting(command, this.#onProgress), signal);
  }
}

/** A spread would lose command classes' getters. */
function reporting(command: Command, onProgress: (progress: Progress) => void): Command {
  const onResponse = (response: UntaggedResponse, running: RunningCommand): boolean => {
    if (isProgressOf(response, running)) {
      const { done, goal } = response.code;
      onProgress({ command: command.name, done, goal });
      return true;
    }
    return command.onResponse?.(response, running) ?? false;
  };
  return new Proxy(command, {
    get(target, member) {
      const value: unknown = member === 'onResponse' ? onResponse : Reflect.get(target, member);
      return value;
    },
  });
}

interface ProgressResponse {
  readonly code: { readonly done: number | null; readonly goal: number | null };
}

/** A single command in flight needs no tag. */
function isProgressOf(
  response: UntaggedResponse,
  { tag }: RunningCommand,
): response is UntaggedResponse & ProgressResponse {
  if (response.kind !== 'status' || response.code?.name !== 'INPROGRESS') return false;
  return 'goal' in response.code && (response.code.tag === null || response.code.tag === tag);
}
