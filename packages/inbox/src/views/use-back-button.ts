import { useEffect } from 'preact/hooks';
import type { Mailbox } from '../state/mailbox.ts';

/** Makes the browser's back button close a message. */
export function useBackButton({ reading }: Mailbox): void {
  const isReading = reading.conversation.value !== null;
  useEffect(() => {
    if (!isReading) return;
    history.pushState({ isReading: true }, '');
    const close = () => reading.close();
    addEventListener('popstate', close);
    return () => {
      removeEventListener('popstate', close);
      if (history.state?.isReading === true) history.back();
    };
  }, [isReading]);
}
