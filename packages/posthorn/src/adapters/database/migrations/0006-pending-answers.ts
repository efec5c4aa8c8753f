import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A start seeks unanswered requests among many large answers. */
export const pendingAnswersMigration: Migration = {
  name: '0006-pending-answers',
  async up({ schema }) {
    await schema.dropIndex('answers_by_owner').execute();
    await schema
      .createIndex('answers_pending')
      .on('answers')
      .column('owner')
      .where(sql.ref('answer'), 'is', null)
      .execute();
  },
};
