/** The connection below a driver. The other side may stall, flood, or send what its protocol does not know. */
import { Socket } from 'node:net';
import type { SourceLimits } from './source';

/** Why a connection was ended from this side. */
export class LineFault extends Error {
  override name = 'LineFault';
  constructor(
    readonly code: 'LINE_SLOW' | 'LINE_FLOOD' | 'LINE_BROKEN',
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

export interface Line {
  socket: Socket;
  /** Rejects with a `LineFault` when the connection was ended; never resolves. A driver may not notice such an end. */
  failed: Promise<never>;
  /** A reader of a driver, whose exceptions end the connection: in a handler of an event they would end the process. */
  guarded<A extends unknown[]>(reader: (...given: A) => unknown): (...given: A) => void;
  close(): void;
}

const watchMs = 20;

/** A socket that is not connected yet, and that ends by itself: after `wholeMs`, or after `received` bytes. */
export function openLine({ wholeMs, received }: Pick<SourceLimits, 'wholeMs' | 'received'>): Line {
  const socket = new Socket();
  let fail: (fault: LineFault) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined); // not every work waits for it
  const end = (fault: LineFault) => {
    fail(fault);
    socket.destroy();
  };
  const deadline = setTimeout(() => end(new LineFault('LINE_SLOW')), wholeMs);
  const watch = setInterval(() => {
    if (socket.bytesRead > received) end(new LineFault('LINE_FLOOD'));
  }, watchMs);
  const stop = () => {
    clearTimeout(deadline);
    clearInterval(watch);
  };
  socket.on('error', () => undefined); // the driver reports it
  socket.once('close', stop);
  return {
    socket,
    failed,
    guarded:
      (reader) =>
      (...given) => {
        try {
          reader(...given);
        } catch (error) {
          end(new LineFault('LINE_BROKEN', error));
        }
      },
    close() {
      stop();
      socket.destroy();
    },
  };
}
