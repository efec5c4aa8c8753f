/** Subjects of replies and forwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forwardSubject, replySubject } from '../../../src/application/replies/subject.ts';

const REPLIES: readonly (readonly [subject: string, reply: string])[] = [
  ['Lunch', 'Re: Lunch'],
  ['Re: Lunch', 'Re: Lunch'],
  ['RE: Lunch', 'Re: Lunch'],
  ['re:Lunch', 'Re: Lunch'],
  ['Re : Lunch', 'Re: Lunch'],
  ['Re[2]: Lunch', 'Re: Lunch'],
  ['Re(3): Lunch', 'Re: Lunch'],
  ['AW: Lunch', 'Re: Lunch'],
  ['Antw: Lunch', 'Re: Lunch'],
  ['SV: Lunch', 'Re: Lunch'],
  ['Re\uff1aLunch', 'Re: Lunch'],
  ['Re: AW: RE[4]: Lunch', 'Re: Lunch'],
  ['Fwd: Lunch', 'Re: Fwd: Lunch'],
  ['Re: Fwd: Lunch', 'Re: Fwd: Lunch'],
  ['Regarding: Lunch', 'Re: Regarding: Lunch'],
  ['Review: Re: Lunch', 'Re: Review: Re: Lunch'],
  ['Re Lunch', 'Re: Re Lunch'],
  ['', 'Re:'],
  ['Re:', 'Re:'],
  ['  Lunch \r\n time\0', 'Re: Lunch time'],
];

const FORWARDS: readonly (readonly [subject: string, forward: string])[] = [
  ['Lunch', 'Fwd: Lunch'],
  ['Fwd: Lunch', 'Fwd: Lunch'],
  ['FW: Lunch', 'Fwd: Lunch'],
  ['WG: Fwd: Lunch', 'Fwd: Lunch'],
  ['Re: Lunch', 'Fwd: Re: Lunch'],
  ['Forward: Lunch', 'Fwd: Forward: Lunch'],
  ['', 'Fwd:'],
];

describe('the subject of a reply', () => {
  for (const [subject, reply] of REPLIES) {
    it(`to ${JSON.stringify(subject)} is ${JSON.stringify(reply)}`, () => {
      assert.equal(replySubject(subject), reply);
    });
  }

  it('is cut, and no character in it', () => {
    assert.equal(replySubject('\u{1f600}'.repeat(600)), `Re: ${'\u{1f600}'.repeat(500)}`);
    assert.equal(replySubject(`a${'\u{1f600}'.repeat(600)}`), `Re: a${'\u{1f600}'.repeat(499)}`);
  });

  it('takes a million marks in its stride', () => {
    assert.ok(replySubject('Re: '.repeat(1_000_000)).length < 1_010);
  });
});

describe('the subject of a forward', () => {
  for (const [subject, forward] of FORWARDS) {
    it(`of ${JSON.stringify(subject)} is ${JSON.stringify(forward)}`, () => {
      assert.equal(forwardSubject(subject), forward);
    });
  }
});
