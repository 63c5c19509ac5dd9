import { createTransport } from 'nodemailer';
import { EgressError, type Mail, MessageRefused, NotReached } from '../kernel/ports';

/** ms for each step of the conversation with the server. */
const patienceMs = 5_000;

interface SmtpError extends Error {
  /** The server's own, e.g. 550. */
  responseCode?: number;
  code?: string;
  /** Of a failed connection. */
  syscall?: string;
}

/** What a failure means for the message. A connection that breaks may have carried the whole text before. */
function translated(error: SmtpError): EgressError {
  const { responseCode = 0, message, syscall, code } = error;
  if (responseCode >= 400) return new MessageRefused(message, responseCode >= 500);
  if (code === 'EAUTH' || code === 'EENVELOPE') return new MessageRefused(message, true);
  const isUnreached = syscall === 'connect' || syscall === 'getaddrinfo' || code === 'EDNS' || code === 'ETLS';
  return isUnreached ? new NotReached(message, { cause: error }) : new EgressError(message, { cause: error });
}

/**
 * E-mail by SMTP. `url`: `smtp://` or `smtps://`, with account and password where the server asks for them. Without
 * `mayBePlain` nothing is sent over a connection that is not encrypted.
 */
export function openMail({ url: text, from }: { url: string; from: string }, { mayBePlain = false } = {}): Mail {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !mayBePlain,
    ignoreTLS: !secure && mayBePlain,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text }) {
      try {
        const { response } = await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${domain}>` });
        return response;
      } catch (error) {
        throw translated(error as SmtpError);
      }
    },
  };
}
