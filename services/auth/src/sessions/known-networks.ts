import { createHmac } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { newerThan, now, SETTINGS } from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';

import type { AuthSettings } from '../auth.settings.js';
import { KnownNetwork } from '../entities/known-network.entity.js';

export const KNOWN_SECONDS = 90 * 24 * 3600;
const NETWORKS_MAX = 20;

/** Remembers from which networks an account was signed in to: wrong passwords of strangers do not lock those out. */
@Injectable()
export class KnownNetworks {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'MAIL_TOKEN_KEY'>,
  ) {}

  /** Callers hold the account's lock. */
  async remember(transaction: EntityManager, userId: string, network: string): Promise<void> {
    const id = this.digest(userId, network);
    await transaction.upsert(KnownNetwork, { id, userId, usedAt: now }, ['id']);
    const surplus = await transaction.find(KnownNetwork, {
      where: { userId },
      order: { usedAt: 'DESC' },
      skip: NETWORKS_MAX,
    });
    if (surplus.length > 0) await transaction.remove(surplus);
  }

  has(userId: string, network: string): Promise<boolean> {
    const id = this.digest(userId, network);
    return this.dataSource.manager.existsBy(KnownNetwork, { id, usedAt: newerThan(KNOWN_SECONDS) });
  }

  private digest(userId: string, network: string): string {
    const hmac = createHmac('sha256', this.settings.MAIL_TOKEN_KEY);
    return hmac.update(`network ${network} of ${userId}`).digest('base64url');
  }
}
