import { label } from '../../../../contract/domain/text';
import { type ModelRecord, modelStates } from '../../../../contract/modules/develop/model';
import { role } from '../../../../contract/modules/system/role';
import { registerName } from '../../../../contract/schema/registerName';
import type { PageTarget } from '../../crud/links';

/** Where people go on once a model is published: to its register, and to the roles that grant it. */
export const afterPublishing = {
  open: {
    label: label('打开', 'Open'),
    icon: 'open',
    page: ({ modelCode }: Pick<ModelRecord, 'modelCode'>): PageTarget => ({ feature: registerName(modelCode ?? '') }),
  },
  grant: {
    label: label('授权', 'Grant to roles'),
    icon: 'key',
    page: (): PageTarget => ({ feature: role.name }),
  },
} as const;

export function isServed({ state }: { state: number | null }): boolean {
  return state === modelStates.published || state === modelStates.changed;
}
