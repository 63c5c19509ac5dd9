/** Addresses of a PowerJob server: `host:port`, with or without a scheme, several of them comma-joined. */
import { shownAddress } from '../engine/saving/storedSecret';
import { Refusal } from '../kernel/errors';

function badAddress(text: string): Refusal {
  return new Refusal('job.badAddress', { text: text.slice(0, 100) }, { jobServerUrl: 'badFormat' });
}

/** The origins; throws where one is no address of a host alone. */
export function originsIn(text: string): string[] {
  const parts = text
    .split(/[,，;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > 10) throw badAddress(shownAddress(text));
  return parts.map((part) => {
    const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(part) ? part : `http://${part}`;
    const url = URL.canParse(whole) ? new URL(whole) : undefined;
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
    if (!isOrigin || url.username || url.password) throw badAddress(shownAddress(part));
    return url.origin;
  });
}
