/**
 * The sequences of one context. In: the role that asks. Out: the sequence whose evaluated tokens
 * are likeliest to be its prefix: its own, else a fresh one, else the one unused for longest.
 */
import type { LlamaContext, LlamaContextSequence } from 'node-llama-cpp';

export interface SequencePool {
  take(role: string): LlamaContextSequence;
  /** Forgets a role's sequence after a failure, so that no half-written state is used again. */
  drop(role: string): Promise<void>;
}

export function createSequencePool(context: LlamaContext): SequencePool {
  /** Least recently used first. */
  const byRole = new Map<string, LlamaContextSequence>();

  function evict(): LlamaContextSequence {
    const [role, sequence] = byRole.entries().next().value ?? [];
    if (role === undefined || !sequence) throw new Error('The context has no sequence.');
    byRole.delete(role);
    return sequence;
  }

  return {
    take(role) {
      const own = byRole.get(role);
      const sequence = own ?? (context.sequencesLeft > 0 ? context.getSequence() : evict());
      byRole.delete(role);
      byRole.set(role, sequence);
      return sequence;
    },
    async drop(role) {
      const sequence = byRole.get(role);
      byRole.delete(role);
      await sequence?.dispose();
    },
  };
}
