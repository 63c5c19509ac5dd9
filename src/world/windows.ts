import { CANCEL } from 'redux-saga';
import { keyPrefix } from './storage';
import type { WindowMessage } from './world';

const channelName = 'leasedesk';
const messageKey = `${keyPrefix}message`;
const lockKey = `${keyPrefix}screenLock`;
/** A window that closed without releasing a lock blocks the others for this long, where the browser has no locks of its
 *  own. */
const leaseMs = 15_000;
const lookAgainMs = 200;

/** Locks between the windows of one browser: the browser's own, or leases in local storage on a plain http address. */
export function windowLocks() {
  const held = new Map<string, () => void>();
  let count = 0;
  const give = (name: string, free: () => void) => {
    const id = `${name}#${++count}`;
    held.set(id, free);
    return id;
  };

  const byBrowser = (name: string): Promise<string> => {
    const abort = new AbortController();
    const got = new Promise<string>((resolve, reject) => {
      navigator.locks
        .request(`leasedesk-${name}`, { signal: abort.signal }, () => {
          return new Promise<void>((free) => resolve(give(name, free)));
        })
        .catch(reject);
    });
    return Object.assign(got, { [CANCEL]: () => abort.abort() });
  };

  const byLease = (name: string): Promise<string> => {
    const key = `${keyPrefix}lease-${name}`;
    const own = String(Math.random());
    let timer: ReturnType<typeof setTimeout>;
    const got = new Promise<string>((resolve) => {
      const attempt = () => {
        try {
          const [owner, until] = (localStorage.getItem(key) ?? '').split('|');
          if (owner && owner !== own && Number(until) > Date.now()) {
            timer = setTimeout(attempt, lookAgainMs);
            return;
          }
          localStorage.setItem(key, `${own}|${Date.now() + leaseMs}`);
          // Two windows may write at the same moment: the one still named after a pause has it.
          timer = setTimeout(() => {
            if (!(localStorage.getItem(key) ?? '').startsWith(`${own}|`)) return attempt();
            resolve(give(name, () => localStorage.removeItem(key)));
          }, lookAgainMs / 4);
        } catch {
          resolve(give(name, () => undefined)); // without storage there is nothing to share either
        }
      };
      attempt();
    });
    return Object.assign(got, { [CANCEL]: () => clearTimeout(timer) });
  };

  return {
    hold: (name: string) => ('locks' in navigator && navigator.locks ? byBrowser(name) : byLease(name)),
    letGo(id: string) {
      held.get(id)?.();
      held.delete(id);
    },
  };
}

/** Messages between the windows of one browser. Without a channel they travel as changes of a storage entry. */
export function windowMessages() {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : undefined;
  return {
    tell(message: WindowMessage) {
      if (channel) return channel.postMessage(message);
      try {
        // The change is the message; the entry itself is removed.
        localStorage.setItem(messageKey, JSON.stringify({ message, at: Date.now() }));
        localStorage.removeItem(messageKey);
      } catch {
        // Windows that share no storage share no session either.
      }
    },
    listen(heard: (message: WindowMessage) => void) {
      if (channel) channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => heard(data);
      addEventListener('storage', ({ key, newValue }) => {
        // The product never removes it: `null` means that all was cleared.
        if (newValue === null && (key === null || key === lockKey)) return heard({ kind: 'storageCleared' });
        // The channel may be faster than storage of another process: the message then arrives before the entry.
        if (key === lockKey) return heard({ kind: 'locked' });
        if (key !== messageKey || !newValue) return;
        try {
          heard((JSON.parse(newValue) as { message: WindowMessage }).message);
        } catch {
          // Not one of ours.
        }
      });
    },
  };
}
