import { isHeard } from '../../../../src/store/navigation/keys';

describe('a shortcut of a single character', () => {
  it('is heard while nobody types, unless it is switched off; others are heard all the same', () => {
    const heard = (combo: string, isTyping: boolean, hasLetterKeys: boolean) =>
      isHeard(combo, { isTyping, hasLetterKeys });
    for (const combo of ['/', '?']) {
      expect([heard(combo, false, true), heard(combo, true, true), heard(combo, false, false)]).toEqual([
        true,
        false,
        false,
      ]);
    }
    expect([heard('Ctrl+K', true, true), heard('Ctrl+K', true, false)]).toEqual([true, true]);
  });
});
