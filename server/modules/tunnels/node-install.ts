import { isIPv6 } from 'node:net'
import type { NodeProgram } from '#server/platform/config.ts'
import { localNetworks } from '#server/platform/network.ts'
import type { NodeProtocol } from './node-settings.ts'
import type { Enrolled } from './nodes.service.ts'

export const enrolPath = '/api/v1/server/enrol'
export const scriptPath = '/api/v1/server/node.sh'

/** Command line that installs a node. The token is an argument and not part of the URL, so that no proxy logs it. */
export const installLine = (origin: string, token: string): string =>
  `curl -fsSL ${origin}${scriptPath} | sh -s -- ${token}`

const folder = '/etc/wayfare-node'
const state = '/var/lib/wayfare-node'

/**
 * Configuration of the VPN software V2bX for one node. It contains the node's token; the keys come with each pull from
 * the server.
 */
export function programConfig({ number, host, token, protocol }: Enrolled, origin: string): Record<string, unknown> {
  return {
    Log: { Level: 'warn', Output: '' },
    Cores: [
      {
        Type: 'xray',
        // The access log "none" also turns off the log line for each connection, which would name the customer and the
        // destination.
        Log: { Level: 'warning', AccessPath: 'none' },
        RouteConfigPath: `${folder}/route.json`,
        OutboundConfigPath: `${folder}/outbound.json`,
      },
    ],
    Nodes: [
      {
        Core: 'xray',
        ApiHost: origin,
        ApiKey: token,
        NodeID: number,
        NodeType: protocol.protocol,
        Timeout: 30,
        ListenIP: isIPv6(host) ? '::' : '0.0.0.0',
        SendIP: '0.0.0.0',
        CertConfig: certificate(protocol, number),
      },
    ],
  }
}

function certificate(protocol: NodeProtocol, number: number): Record<string, unknown> {
  const name = 'serverName' in protocol.settings ? protocol.settings.serverName : ''
  const isOwn =
    protocol.protocol === 'trojan' || (protocol.protocol === 'vless' && protocol.settings.security === 'tls')
  if (!isOwn) return { CertMode: 'none' }
  return {
    // V2bX gets the certificate from Let's Encrypt over port 80 and renews it.
    CertMode: 'http',
    CertDomain: name,
    CertFile: `${state}/${number}.crt`,
    KeyFile: `${state}/${number}.key`,
    Email: `hostmaster@${name}`,
  }
}

/** Networks that customers must not reach through a node: the node itself and the local network around it. */
const closedNetworks = [...localNetworks, '224.0.0.0/3', '64:ff9b::/96']
const routes = {
  // Host names are resolved before the rule is applied; otherwise a name that resolves to 127.0.0.1 would get past it.
  // `UseIP` below connects to the IP address found here. By default the system would resolve the name again and could
  // get a different IP address.
  domainStrategy: 'IPOnDemand',
  rules: [{ type: 'field', outboundTag: 'closed', ip: closedNetworks }],
}
const outbounds = [
  { tag: 'open', protocol: 'freedom', settings: { domainStrategy: 'UseIP' } },
  { tag: 'closed', protocol: 'blackhole' },
]

const findSum = ({ sha256 }: NodeProgram): string =>
  sha256 === null
    ? `  curl -fsSL -o "$work/sums" "$url.dgst"
  sum=$(sed -n 's/^SHA2*-*256= *//p' "$work/sums")`
    : `  case "$machine" in
    amd64) sum=${sha256.amd64} ;;
    arm64) sum=${sha256.arm64} ;;
  esac`

/**
 * Shell script that installs a node on Debian or Ubuntu. It is the same for everyone and contains no secret. All code
 * is in one function, so that an incomplete download does nothing. The token is used up last, when nothing else can
 * fail.
 */
export const installScript = (origin: string, program: NodeProgram): string => `#!/bin/sh
# Sets up this machine as a VPN node of ${origin}.
# Usage, as root: curl -fsSL ${origin}${scriptPath} | sh -s -- TOKEN
set -eu

fail() {
  echo "Not installed: $1" >&2
  exit 1
}

main() {
  token=\${1:-}
  root=\${DESTDIR:-}
  case "$token" in wfn_*) ;; *) fail "copy the whole line from the console, with its token." ;; esac
  [ "$(id -u)" = 0 ] || fail "run the line as root."
  command -v apt-get >/dev/null && command -v systemctl >/dev/null || fail "this needs Debian or Ubuntu with systemd."
  machine=$(dpkg --print-architecture)
  case "$machine" in
    amd64) archive=V2bX-linux-64.zip ;;
    arm64) archive=V2bX-linux-arm64-v8a.zip ;;
    *) fail "there is no program for $machine machines." ;;
  esac
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  umask 077

  echo "1/4 Packages"
  apt-get update -qq </dev/null
  apt-get install -y -qq ca-certificates curl unzip </dev/null >/dev/null

  echo "2/4 Program, with its checksum"
  url=${program.url}/$archive
  curl -fsSL -o "$work/program.zip" "$url" || fail "$url cannot be downloaded."
${findSum(program)}
  [ "\${#sum}" = 64 ] || fail "the program has no checksum."
  echo "$sum  $work/program.zip" | sha256sum -c --quiet - || fail "the program is not the one that was published."
  unzip -q -o "$work/program.zip" V2bX -d "$work"

  echo "3/4 Settings from the shop"
  curl -fsS --data "$token" -o "$work/node.json" ${origin}${enrolPath} ||
    fail "the line has expired or was used before. Make a new one in the console."
  number=$(sed -n 's/.*"NodeID":\\([0-9]*\\).*/\\1/p' "$work/node.json")
  [ -n "$number" ] || fail "the shop sent no settings."
  # With IPv6 on this machine, "::" listens for both kinds of addresses.
  if [ -s /proc/net/if_inet6 ]; then sed -i 's/"ListenIP":"0.0.0.0"/"ListenIP":"::"/' "$work/node.json"; fi

  echo "4/4 Service"
  id wayfare-node >/dev/null 2>&1 || useradd --system --home-dir ${state} --shell /usr/sbin/nologin wayfare-node
  install -d -m 755 "$root/usr/local/lib/wayfare-node" "$root/etc/systemd/system"
  install -d -m 750 -g wayfare-node "$root${folder}"
  install -m 755 "$work/V2bX" "$root/usr/local/lib/wayfare-node/V2bX"
  install -m 640 -g wayfare-node "$work/node.json" "$root${folder}/$number.json"
  cat >"$work/route.json" <<'END'
${JSON.stringify(routes, null, 2)}
END
  cat >"$work/outbound.json" <<'END'
${JSON.stringify(outbounds, null, 2)}
END
  install -m 644 "$work/route.json" "$work/outbound.json" "$root${folder}/"
  cat >"$work/service" <<'END'
[Unit]
Description=VPN node %i
After=network-online.target
Wants=network-online.target

[Service]
User=wayfare-node
ExecStart=/usr/local/lib/wayfare-node/V2bX server -c ${folder}/%i.json
Restart=always
RestartSec=5
LimitNOFILE=1048576
StateDirectory=wayfare-node
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
IPAddressDeny=169.254.169.254 fd00:ec2::254

[Install]
WantedBy=multi-user.target
END
  install -m 644 "$work/service" "$root/etc/systemd/system/wayfare-node@.service"
  systemctl daemon-reload
  systemctl enable --quiet "wayfare-node@$number"
  systemctl restart "wayfare-node@$number"
  echo "Done. The console shows the node as answered within a minute."
  echo "If it does not: journalctl -u wayfare-node@$number"
}

main "$@"
`
