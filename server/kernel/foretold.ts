import type { Foretold } from '../../contract/wire/foretold';

/** Ends a call that was only asked whether it would wait for approval, so that its transaction writes nothing. */
export class ForetoldEnd extends Error {
  constructor(readonly told: Foretold) {
    super('foretold');
    this.name = 'ForetoldEnd';
  }
}
