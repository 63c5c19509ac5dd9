/** A message gateway on loopback that a real server sends to: what it was sent, and what it answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SmsGateway {
  /** HTTP status of its answers; messages count as sent with 200 alone. */
  status: number;
  sent: { phone: string; text: string }[];
  /** How often it was asked, whatever it answered. */
  asked: number;
  /** What a server must be told to use it. */
  env: Record<string, string>;
  /** The first message that fits, once it has arrived; those before stay. */
  message(fits: (message: { phone: string; text: string }) => boolean): Promise<{ phone: string; text: string }>;
  close(): Promise<void>;
}

export function linkIn(text: string): string {
  return /https?:\/\/\S+\/sign\/[\w.-]+/.exec(text)?.[0] ?? '';
}
export function codeIn(text: string): string {
  return /验证码 (\d{6})/.exec(text)?.[1] ?? '';
}

export async function startSmsGateway(): Promise<SmsGateway> {
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      gateway.asked += 1;
      if (gateway.status === 200) gateway.sent.push(JSON.parse(body));
      response.writeHead(gateway.status).end('{}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const gateway: SmsGateway = {
    status: 200,
    sent: [],
    asked: 0,
    env: { SMS_URL: `http://${host}/send`, SMS_TOKEN: 'gateway-token', EGRESS_ALLOW: host },
    async message(fits) {
      for (let i = 0; i < 500; i++) {
        const found = gateway.sent.find(fits);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no such message among ${JSON.stringify(gateway.sent)}`);
    },
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
  return gateway;
}
