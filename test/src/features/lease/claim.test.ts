import type { DeedState } from '../../../../src/features/lease/deed/deedSlice';
import { canTry } from '../../../../src/features/lease/deed/deeds';

describe('a claim of money that no one knew', () => {
  it('is not previewed before its customer is chosen', () => {
    const state = (draft: object) => ({ name: 'claim', subject: { id: '7' }, draft }) as unknown as DeedState;
    expect([canTry(state({ rest: 1 })), canTry(state({ rest: 1, customerId: '9' }))]).toEqual([false, true]);
  });
});
