import { type Egress, EgressError } from './egress';

/** Short messages to phones. Throws when the message was not taken. */
export interface Sms {
  send(phone: string, text: string): Promise<void>;
}

/** The gateway answered, and did not take the message. */
export class SmsRefused extends EgressError {}

/** A gateway that takes `{phone, text}` as JSON, with the token as bearer, and answers 2xx when it has taken it. */
export const openSms = (gateway: { url: string; token: string } | undefined, egress: Egress): Sms | undefined =>
  gateway && {
    async send(phone, text) {
      const { status } = await egress({
        method: 'POST',
        url: gateway.url,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(gateway.token ? { authorization: `Bearer ${gateway.token}` } : {}),
        },
        body: JSON.stringify({ phone, text }),
      });
      if (status < 200 || status > 299) throw new SmsRefused(`the message gateway answered ${status}`);
    },
  };
