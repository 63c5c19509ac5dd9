import type { Module } from '../../../contract/schema/module';
import type { ChoiceSet } from '../../store/crud/choices';
import type { CrudSlice } from '../../store/crud/crud';
import type { Opening } from '../../store/crud/crudState';
import type { World } from '../../world/world';
import type { Saga } from '../effects';
import { acting } from './acting';
import { crudOf } from './context';
import { exporting } from './exporting';
import { importing } from './importing';
import { listing } from './listing';
import { recordForm } from './recordForm';
import { rowChanges } from './rowChanges';
import { marking } from './unsaved';

/** All sagas of a module's list. `sets` are the choices its fields offer as a whole. */
export function crudSaga(module: Module, slice: CrudSlice, sets: readonly ChoiceSet[] = [], opening: Opening = {}) {
  return function* (world: World): Saga {
    const crud = crudOf(world, module, slice, sets, opening);
    yield* listing(crud);
    yield* recordForm(crud);
    yield* rowChanges(crud);
    yield* acting(crud);
    yield* marking(crud);
    if (module.offers('export')) yield* exporting(crud);
    if (module.offers('import')) yield* importing(crud);
  };
}
