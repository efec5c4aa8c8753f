import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Mailbox } from '../state/mailbox.ts';

export const MailboxContext = createContext<Mailbox | null>(null);

/** The views' mailbox. */
export function useMailbox(): Mailbox {
  const mailbox = useContext(MailboxContext);
  if (mailbox === null) throw new Error('The view is outside of a mailbox.');
  return mailbox;
}
