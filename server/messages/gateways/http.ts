import { type Egress, MessageRefused, type Sms } from '../../kernel/ports';

export interface HttpGateway {
  url: string;
  /** Sent as bearer; '' for none. */
  token: string;
  /** Also sends the id, the template and its values. */
  isDetailed?: boolean;
  isRepeatable?: boolean;
}

/** Statuses after which the same message may be taken later. */
function mayPass(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

/** A gateway that takes `{phone, text}` as JSON and answers 2xx when it has taken it, best with its id as `id`. */
export function httpSms({ url, token, isDetailed = false, isRepeatable = false }: HttpGateway, egress: Egress): Sms {
  return {
    name: new URL(url).host,
    isRepeatable,
    async send({ id, phone, text, templateId, values }) {
      const details = isDetailed ? { id, templateId, params: Object.fromEntries(values) } : {};
      const { status, body } = await egress({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'idempotency-key': id,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ phone, text, ...details }),
      });
      if (status < 200 || status > 299)
        throw new MessageRefused(`the message gateway answered ${status}`, !mayPass(status));
      return idIn(body);
    },
  };
}

function idIn(body: string): string {
  try {
    const { id } = JSON.parse(body) as { id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 128) : '';
  } catch {
    return '';
  }
}
