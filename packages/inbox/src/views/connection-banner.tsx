import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useMailbox } from './mailbox-context.ts';

const AFTER_MS = 2_500;

/** Reports an unreachable server. */
export function ConnectionBanner() {
  const { live } = useMailbox();
  const isShown = useSignal(false);
  const isOffline = live.connection.value === 'offline';
  useEffect(() => {
    isShown.value = false;
    if (!isOffline) return;
    const timer = setTimeout(() => {
      isShown.value = true;
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOffline]);
  if (!isShown.value) return null;
  return (
    <p class="banner" role="status">
      <Icon name="cloud-off" /> No connection to the server. You can go on reading; it is tried again by
      itself.
    </p>
  );
}
