import { type Egress, type Sms, SmsRefused } from '../kernel/ports';

/** A gateway that takes `{phone, text}` as JSON, with the token as bearer, and answers 2xx when it has taken it. */
export function openSms(gateway: { url: string; token: string } | undefined, egress: Egress): Sms | undefined {
  return (
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
    }
  );
}
