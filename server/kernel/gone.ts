import type { FastifyRequest } from 'fastify';
import { Refusal } from './errors';

/** Does work for a request until its connection closes: then its signal is given. */
export async function whileConnected<T>(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  // It has no reader, and is no bug.
  const leave = () => gone.abort(new Refusal('tooSlow'));
  socket.once('close', leave);
  try {
    if (socket.destroyed) leave();
    return await work(gone.signal);
  } finally {
    socket.off('close', leave);
  }
}
