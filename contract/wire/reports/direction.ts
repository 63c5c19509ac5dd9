/** Which way the money of a report flows: figures of both directions are never added up. */
import { directionTexts } from '../../domain/lifecycle/direction';
import { choice } from '../../schema/fields';

/** Without a value: the only direction that running orders have, or payments by the company. */
export const direction = choice('资金方向', 'Direction', directionTexts);
