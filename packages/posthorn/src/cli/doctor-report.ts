import type { Check, Outcome } from '../doctor/check.ts';
import { printable } from './printable.ts';

const OUTCOMES: readonly Outcome[] = ['ok', 'warning', 'problem'];
const WIDTH = Math.max(...OUTCOMES.map((outcome) => outcome.length));

/** A line without its end. */
export function renderCheck({ check, outcome, finding, advice }: Check): string {
  const text = advice === undefined ? finding : `${finding} ${advice}`;
  return printable(`${outcome.padEnd(WIDTH)}  ${check}: ${text}`);
}

/** Last line, for a person. */
export function renderSummary(checks: readonly Check[]): string {
  const [, warnings = 0, problems = 0] = OUTCOMES.map((outcome) => count(checks, outcome));
  if (problems > 0) return `${problems} of ${checks.length} checks found a problem.`;
  return warnings > 0 ? `No problem; ${warnings} of ${checks.length} checks have a remark.` : 'All is well.';
}

/** Report as one JSON document. */
export function renderJson(subject: string, checks: readonly Check[]): string {
  return JSON.stringify({ subject, isHealthy: isHealthy(checks), checks }, undefined, 2);
}

/** True without problems. */
export function isHealthy(checks: readonly Check[]): boolean {
  return count(checks, 'problem') === 0;
}

function count(checks: readonly Check[], outcome: Outcome): number {
  return checks.filter((check) => check.outcome === outcome).length;
}
