import type { Session } from '../state/session.ts';
import { MailboxContext } from './mailbox-context.ts';
import { MailboxView } from './mailbox-view.tsx';
import { SignIn } from './sign-in.tsx';
import { Starting } from './starting.tsx';

/** The page: start, sign-in or mailbox. */
export function App({ session }: { readonly session: Session }) {
  const state = session.state.value;
  if (state.kind === 'starting') return <Starting />;
  if (state.kind === 'signed-out')
    return <SignIn session={session} user={state.user} problem={state.problem} />;
  return (
    <MailboxContext.Provider value={state.mailbox}>
      <MailboxView onSignOut={session.signOut} />
    </MailboxContext.Provider>
  );
}
