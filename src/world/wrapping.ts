type Headers = Record<string, string> | undefined;

/**
 * The headers of a call, with the access token under the deployment's key: `crypto` and base64url of nonce, text and tag
 * (AES-256-GCM). Where the browser offers no encryption, which is so on a plain http address, it travels as it is.
 */
export function wrapped(headers: Headers, key = ''): Headers | Promise<Headers> {
  const [scheme, token] = (headers?.['Blade-Auth'] ?? '').split(' ');
  return key === '' || scheme !== 'bearer' || !token || !globalThis.crypto?.subtle
    ? headers
    : sealed(headers, token, key);
}

async function sealed(headers: Headers, token: string, key: string): Promise<Headers> {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const own = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, own, new TextEncoder().encode(token));
  const packed = btoa(String.fromCharCode(...iv, ...new Uint8Array(text)));
  return { ...headers, 'Blade-Auth': `crypto ${packed.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}` };
}
