import type { CommandBudget, CommandRunner } from '../connection/command.ts';

/** For unsolicited responses. */
const SPARE_RESPONSES = 10_000;
const SPARE_OCTETS = 1024 * 1024;
/** One requested, one for another client's flag change. */
export const RESPONSES_PER_MESSAGE = 2;
const OCTETS_PER_NUMBER = 11;
const MAX_ANSWER_OCTETS = 1024 * 1024 * 1024;

/** `octetsEach` bounds one untagged response. */
export function budgetFor(
  responses: number,
  octetsEach: number,
): Pick<CommandBudget, 'octets' | 'responses'> {
  return {
    octets: Math.min(SPARE_OCTETS + responses * octetsEach, MAX_ANSWER_OCTETS),
    responses: SPARE_RESPONSES + responses,
  };
}

const MESSAGE_MS = 30_000;
/** 16 kB a second: the slowest supported line. */
const OCTETS_PER_MS = 16;
const MAX_MESSAGE_MS = 2 * 60 * 60 * 1000;

/** Milliseconds for these octets. */
export function deadlineFor(octets: number): number {
  return Math.min(MESSAGE_MS + Math.ceil(octets / OCTETS_PER_MS), MAX_MESSAGE_MS);
}

/** Enough for one number per message. */
export function budgetForNumbers({
  selected,
  bounds,
}: CommandRunner): Pick<CommandBudget, 'octets' | 'responses'> {
  const numbers = OCTETS_PER_NUMBER * (selected?.exists ?? 0);
  return { octets: SPARE_OCTETS + Math.min(numbers, bounds.numberLineOctets), responses: SPARE_RESPONSES };
}

/** Capabilities, alerts and a few challenges. */
export const SIGN_IN_BUDGET: Pick<CommandBudget, 'octets' | 'responses'> = {
  octets: 64 * 1024,
  responses: 100,
};
