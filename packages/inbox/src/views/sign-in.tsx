import { useState } from 'preact/hooks';
import type { Session } from '../state/session.ts';
import { Icon } from './icon.tsx';

interface SignInProps {
  readonly session: Session;
  readonly user: string;
  readonly problem: string | null;
}

/** The sign-in form. */
export function SignIn({ session, user, problem }: SignInProps) {
  const [isBusy, setBusy] = useState(false);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    setBusy(true);
    await session.signIn(String(form.get('user')), String(form.get('password')));
    setBusy(false);
  }
  return (
    <main class="sign-in">
      <form onSubmit={(event) => void submit(event as SubmitEvent)}>
        <span class="brand-mark large">P</span>
        <h1>Sign in to your mailbox</h1>
        <label>
          Mail address
          <input
            name="user"
            type="text"
            inputMode="email"
            autoComplete="username"
            required
            defaultValue={user}
          />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {problem !== null && (
          <p class="problem" role="alert">
            <Icon name="circle-alert" /> {problem}
          </p>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
        <p class="hint">The password stays in the memory of this page, and is forgotten with it.</p>
      </form>
    </main>
  );
}
