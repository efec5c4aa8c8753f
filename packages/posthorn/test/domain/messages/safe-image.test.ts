import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSafeImage } from '../../../src/domain/messages/safe-image.ts';

describe('isSafeImage', () => {
  it('tells pixels from documents', () => {
    assert.deepEqual(['image/jpeg', 'image/svg+xml', 'text/plain'].map(isSafeImage), [true, false, false]);
  });
});
