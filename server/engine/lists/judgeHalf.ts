/** Judges the names that a module declares for its server half: conditions of its list, and narrower sets of records. */
import { filtersOf } from '../../../contract/schema/conditions';
import { misnamed } from '../../../contract/schema/judgeModules';
import { Refusal } from '../../kernel/errors';
import type { Table } from '../../kernel/table';
import { isCondition } from '../filters';

function hasCondition(served: Table, key: string): boolean {
  try {
    return isCondition(served, key);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Sentences about the names that the half does not know. */
export function judgeHalf(served: Table): string[] {
  const { module, filters = {}, offers = {}, usually = {} } = served;
  const conditions = [...Object.keys(filters), ...Object.keys(module.fields)];
  return [
    ...Object.entries(module.cards ?? {}).flatMap(([card, { list }]) =>
      Object.keys(list('2000-01-01')).flatMap((key) =>
        hasCondition(served, key) ? [] : misnamed(module, `'list' of card '${card}'`, 'condition', key, conditions),
      ),
    ),
    ...Object.entries(module.views ?? {}).flatMap(([view, { seek }]) =>
      Object.keys(filtersOf(module, seek('2000-01-01'))).flatMap((key) =>
        hasCondition(served, key) ? [] : misnamed(module, `'seek' of view '${view}'`, 'condition', key, conditions),
      ),
    ),
    ...Object.keys(usually).flatMap((key) =>
      hasCondition(served, key) ? [] : misnamed(module, "'usually'", 'condition', key, conditions),
    ),
    ...(module.chosen?.offers ?? []).flatMap((offer) =>
      misnamed(module, "'chosen.offers'", 'offer', offer, Object.keys(offers)),
    ),
  ];
}
