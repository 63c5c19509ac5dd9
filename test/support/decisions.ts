/** What tests of the control over money ask: that a deed waits, for whom, and that it is done when another role agrees. */
import { approvalActs } from '../../contract/domain/approvals';
import { type Answer, type Client, ok, type Server } from './server';

export function decisionsOn(server: () => Server) {
  /** The task of the request for a deed that was asked for last. */
  async function taskOf(act: number): Promise<string> {
    const [row] = await server().sql(
      `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
       where a.act = $1 and a.state = 1 order by a.id desc limit 1`,
      [act],
    );
    return row.id;
  }
  async function isOffered(who: Client, taskId: string): Promise<boolean> {
    const { records } = ok(await who.get('/blade-flow/work/claim-list', { size: 100 }));
    return records.some((task: { taskId: string }) => task.taskId === taskId);
  }
  /** Nothing was done, the person who asked and a colleague of the same role have no task, and another role decides. */
  async function waitsFor(
    answer: Answer,
    act: keyof typeof approvalActs,
    { asked, decides }: { asked: readonly Client[]; decides: Client },
  ): Promise<void> {
    const { number } = approvalActs[act];
    expect(answer.body).toMatchObject({ success: true, heldAct: number });
    const taskId = await taskOf(number);
    for (const one of asked) {
      expect(await isOffered(one, taskId)).toBe(false);
      expect((await one.post('/blade-flow/work/claim-task', { query: { taskId } })).body.success).toBe(false);
    }
    ok(await decides.post('/blade-flow/work/claim-task', { query: { taskId } }));
    ok(await decides.post('/blade-flow/work/complete-task', { body: { taskId, flag: 'ok', comment: '已核对' } }));
  }
  /** The first record of a list that fits. */
  async function found(url: string, query: object, fits: (row: any) => boolean = () => true) {
    const { records } = ok(await server().admin.get(url, { size: 200, ...query }));
    const row = records.find(fits);
    if (!row) throw new Error(`nothing fits in ${url}`);
    return row;
  }
  return { taskOf, isOffered, waitsFor, found };
}
