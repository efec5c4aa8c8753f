import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHealthy, renderCheck, renderJson, renderSummary } from '../../src/cli/doctor-report.ts';
import { ok, problem, warning } from '../../src/doctor/check.ts';

const CHECKS = [
  ok('a', 'Fine.'),
  warning('b', { finding: 'Slow.', advice: 'Wait.' }),
  problem('c', { finding: 'Broken.', advice: 'Mend it.' }),
];

describe('the report of the doctor', () => {
  it('has one line for each check, with advice where there is one', () => {
    assert.deepEqual(CHECKS.map(renderCheck), [
      'ok       a: Fine.',
      'warning  b: Slow. Wait.',
      'problem  c: Broken. Mend it.',
    ]);
  });

  it('lets no server steer the terminal', () => {
    const line = renderCheck(ok('greeting', 'x\u001b[2J\r\nok  fake\u0085\u202e\u2028'));

    assert.equal(line, 'ok       greeting: x?[2J??ok  fake???');
  });

  it('sums up', () => {
    assert.equal(renderSummary(CHECKS), '1 of 3 checks found a problem.');
    assert.equal(renderSummary(CHECKS.slice(0, 2)), 'No problem; 1 of 2 checks have a remark.');
    assert.equal(renderSummary(CHECKS.slice(0, 1)), 'All is well.');
    assert.deepEqual([isHealthy(CHECKS), isHealthy(CHECKS.slice(0, 2))], [false, true]);
  });

  it('is one JSON document for machines', () => {
    assert.deepEqual(JSON.parse(renderJson('jane@example.org', CHECKS.slice(1, 2))), {
      subject: 'jane@example.org',
      isHealthy: true,
      checks: [{ check: 'b', outcome: 'warning', finding: 'Slow.', advice: 'Wait.' }],
    });
  });
});
