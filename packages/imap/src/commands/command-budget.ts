/** What the answer to a command may cost, from what was asked. */
import type { CommandBudget, CommandRunner } from '../connection/command.ts';

/** The allowance for unsolicited responses, which report changes by other clients. */
const SPARE_RESPONSES = 10_000;
const SPARE_OCTETS = 1024 * 1024;
/** FETCH responses about one message: the answer, and one for a flag that another client changed meanwhile. */
export const RESPONSES_PER_MESSAGE = 2;
/** Digits of a number of 32 bits with a space. */
const OCTETS_PER_NUMBER = 11;
/** No response may be larger, for any announced size of the mailbox. */
const MAX_ANSWER_OCTETS = 1024 * 1024 * 1024;

/** The budget for `responses` untagged responses of at most so many octets each. */
export function budgetFor(
  responses: number,
  octetsEach: number,
): Pick<CommandBudget, 'octets' | 'responses'> {
  return {
    octets: Math.min(SPARE_OCTETS + responses * octetsEach, MAX_ANSWER_OCTETS),
    responses: SPARE_RESPONSES + responses,
  };
}

/** The time that any command may take, before a message counts as too slow. */
const MESSAGE_MS = 30_000;
/** 16 KiB a second: the slowest line that a message travels by. */
const OCTETS_PER_MS = 16;
/** Of a message whose size is not known. */
const MAX_MESSAGE_MS = 2 * 60 * 60 * 1000;

/** The time that this number of octets may take, in milliseconds. */
export function deadlineFor(octets: number): number {
  return Math.min(MESSAGE_MS + Math.ceil(octets / OCTETS_PER_MS), MAX_MESSAGE_MS);
}

/** The budget for an answer with the numbers of all messages of the selected mailbox. */
export function budgetForNumbers({
  selected,
  bounds,
}: CommandRunner): Pick<CommandBudget, 'octets' | 'responses'> {
  const numbers = OCTETS_PER_NUMBER * (selected?.exists ?? 0);
  return { octets: SPARE_OCTETS + Math.min(numbers, bounds.numberLineOctets), responses: SPARE_RESPONSES };
}

/** For LOGIN and AUTHENTICATE: capabilities, alerts and a few challenges. The server is not trusted with more yet. */
export const SIGN_IN_BUDGET: Pick<CommandBudget, 'octets' | 'responses'> = {
  octets: 64 * 1024,
  responses: 100,
};
