import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDatabaseUrl } from '../../src/config/database-url.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { showLocation } from '../../src/domain/values/database-location.ts';

describe('APP_DATABASE_URL', () => {
  it('is a file, relative to the installation, or a PostgreSQL database', () => {
    const texts = [
      'file:data/p.db',
      'file:/data/p.db',
      'file:///data/p.db',
      'postgres://u:p@db.example:6432/posthorn?sslmode=require',
    ];

    assert.deepEqual(
      texts.map((text) => readDatabaseUrl(text, '/root')),
      [
        { engine: 'file', path: '/root/data/p.db' },
        { engine: 'file', path: '/data/p.db' },
        { engine: 'file', path: '/data/p.db' },
        { engine: 'postgres', url: texts[3] },
      ],
    );
  });

  it('is nothing else', () => {
    const texts = [
      'file:',
      'file:data/',
      'file://host/p.db',
      'p.db',
      'mysql://h/d',
      'postgres://h',
      'postgres:///d',
      'postgres://h/a/b',
    ];

    assert.deepEqual(
      texts.filter((text) => readDatabaseUrl(text, '/root') !== undefined),
      [],
    );
  });

  it('is never shown with its password', () => {
    const url = 'postgres://user:sentinel@db.example:6432/posthorn';

    assert.equal(showLocation({ engine: 'postgres', url }), 'postgres://db.example:6432/posthorn');
    assert.throws(
      () => readSettings({ APP_DATABASE_URL: `x${url}` }),
      (error: Error) => !error.message.includes('sentinel'),
    );
  });
});
