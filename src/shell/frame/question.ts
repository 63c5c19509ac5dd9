import { useDispatch, useSelector } from 'react-redux';
import { feedback } from '../../store/feedback';

/** The question that waits for an answer, and how it is answered; undefined while there is none. */
export function useQuestion() {
  const dispatch = useDispatch();
  const question = useSelector(feedback.selectors.question);
  const reason = useSelector(feedback.selectors.reason);
  if (!question) return undefined;
  return {
    question,
    values: question.values ?? {},
    reason,
    lacksReason: question.asksReason === true && reason.trim() === '',
    answer: (isSure: boolean) => void dispatch(feedback.actions.answered({ isSure, reason: reason.trim() })),
    answerOtherwise: () => void dispatch(feedback.actions.answered({ isSure: false, isAlternative: true, reason: '' })),
    type: (typed: string) => void dispatch(feedback.actions.reasonTyped(typed)),
  };
}
