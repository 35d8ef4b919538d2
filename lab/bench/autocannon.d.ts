declare module 'autocannon' {
  type Request = { method?: 'GET' | 'POST'; path?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    amount: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    requests?: { setupRequest(request: Request): Request }[]
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    duration: number
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
