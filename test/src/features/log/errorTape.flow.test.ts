/** The recording of an error is unpacked by the browser that saves it, within bounds. */
import { gzipSync } from 'node:zlib';
import { errorTapeSaga } from '../../../../src/features/log/errorTapeSaga';
import { errorTape } from '../../../../src/features/log/errorTapeSlice';
import { feedback } from '../../../../src/store/feedback';
import { unpack } from '../../../../src/world/unpacking';
import { done, flow, inTurn, signedIn, untilQuiet } from '../../../support/flow';

const tape = '{"tape":1,"story":[{"do":"应用/started"}]}';
const packedOf = (text: string) => gzipSync(text).toString('base64');

function downloading(packed: string) {
  const saved: string[][] = [];
  const { plan } = flow(errorTapeSaga, {
    given: signedIn(),
    ports: {
      ...{ now: () => 1000, uptime: () => 1000 },
      ...{ send: inTurn(done(packed)), unpack, download: (name, text) => void saved.push([name, text]) },
    },
  });
  return { plan: plan.dispatch(errorTape.actions.download('7')), saved };
}

it('is saved as it was before it was packed', async () => {
  const { plan, saved } = downloading(packedOf(tape));
  await plan.put(errorTape.actions.ended()).run(untilQuiet);
  expect(saved).toEqual([['tape-7.json', tape]]);
});

it.each([
  ['is not packed', Buffer.from('plain words').toString('base64')],
  ['is no base64', '*'],
  ['is cut short', gzipSync(tape).subarray(0, 12).toString('base64')],
  ['unpacks to more than any tape holds', packedOf('a'.repeat(25 * 1024 * 1024))],
])('is not saved where it %s, and the person is told', async (_what, packed) => {
  const { plan, saved } = downloading(packed);
  await plan
    .put(feedback.actions.notified({ tone: 'error', say: 'errorLog.badTape' }))
    .put(errorTape.actions.ended())
    .run(untilQuiet);
  expect(saved).toEqual([]);
});
