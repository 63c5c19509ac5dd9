import {
  type ContractTemplate,
  contractTemplate,
  templateStates,
} from '../../../contract/modules/esign/contractTemplate';
import { defineServerModule } from '../../engine/serverModule';
import { Refusal, refuse } from '../../kernel/errors';
import { previewCall } from './preview';
import { isDraft, nextVersion, release, revise, withdraw } from './releasing';
import { judgedWording, wordingInForce } from './versions';

export default defineServerModule(contractTemplate, {
  table: 'contract_template',
  list: 'contract_template_list',
  defaultSort: [['id', 'desc']],

  async saving(next, cx, before) {
    if (before && !isDraft(before)) throw new Refusal('template.fixed', {}, {});
    if (before) await cx.approvals.refusePending(contractTemplate, [before.id]);
    if (before && (next.type !== before.type || (next.productId || null) !== (before.productId || null)))
      refuse('template.fixedAim');
    const wording = await judgedWording(cx, next.type, next.wording || (await wordingInForce(cx, next.type)));
    if (before) return { wording };
    return { wording, state: templateStates.draft, ...(await nextVersion(cx, next)) };
  },

  async removing(doomed, cx) {
    if (!doomed.every(isDraft)) refuse('template.released');
    await cx.approvals.refusePending(
      contractTemplate,
      doomed.map(({ id }) => id),
    );
  },

  approved: {
    async templateRelease(cx, { id }) {
      const [row] = (await cx.rows(contractTemplate).lock([id])) as ContractTemplate[];
      if (!row) return refuse('notYours');
      await release(cx, row);
    },
  },

  actions: {
    revise: { run: (cx, [row]) => revise(cx, row!) },
    release: { run: (cx, [row]) => release(cx, row!) },
    withdraw: { run: (cx, [row], { reason }) => withdraw(cx, row!, reason) },
  },

  calls: [previewCall],
});
