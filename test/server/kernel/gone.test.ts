import { connect } from 'node:net';
import fastify from 'fastify';
import { whileConnected } from '../../../server/kernel/gone';

it('work is told when the connection of its caller closes, and leaves no listener behind', async () => {
  const app = fastify();
  let told: (reason: unknown) => void = () => undefined;
  const gone = new Promise((resolve) => {
    told = resolve;
  });
  let listeners = 0;
  app.get('/quick', async (request) => {
    const before = request.raw.socket.listenerCount('close');
    const made = await whileConnected(request, async (signal) => !signal.aborted);
    listeners = request.raw.socket.listenerCount('close') - before;
    return made;
  });
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  app.get('/long', (request) =>
    whileConnected(request, (signal) => {
      begun();
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          told(signal.reason);
          reject(signal.reason);
        }),
      );
    }),
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    expect(await (await fetch(`${address}/quick`)).text()).toBe('true');
    expect(listeners).toBe(0);
    const caller = connect(Number(new URL(address).port), '127.0.0.1');
    caller.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
    await hasBegun;
    caller.destroy();
    expect(await gone).toMatchObject({ code: 'tooSlow' });
  } finally {
    await app.close();
  }
});
