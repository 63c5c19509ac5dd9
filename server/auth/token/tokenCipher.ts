import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { refuse } from '../../kernel/errors';

/**
 * `Blade-Auth: crypto …`: the access token under AES-256-GCM, as base64url of 12 bytes of nonce, the text, and 16 bytes
 * of tag. The format is ours. `key` has 64 hex digits.
 */
export function wrapToken(token: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
  return Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** The token in a wrapped one; refused like a missing token when it is none under this key. */
export function unwrapToken(wrapped: string, key: string): string {
  const raw = Buffer.from(wrapped, 'base64url');
  if (key === '' || raw.length < 12 + 16) refuse('signedOut');
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), raw.subarray(0, 12));
  cipher.setAuthTag(raw.subarray(-16));
  try {
    return Buffer.concat([cipher.update(raw.subarray(12, -16)), cipher.final()]).toString('utf8');
  } catch {
    return refuse('signedOut');
  }
}
